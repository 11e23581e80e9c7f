/** Prints the example leads: `node scripts/testing/dist/examples/make-leads.js > examples/leads.csv`. */
import { leadsCsv } from './leads-csv.js';

process.stdout.write(leadsCsv());
