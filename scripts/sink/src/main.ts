/** The sink as a process of its own: the demo buyer of `npm start`. */
import { readSinkConfig } from './config.js';
import { startSink } from './start-sink.js';

const { supervised, ...options } = readSinkConfig();
const sink = await startSink(options);

const stop = () => void sink.close().then(() => process.exit(0));
process.once('SIGTERM', stop).once('SIGINT', stop);
if (supervised) process.once('disconnect', stop);

process.stdout.write(
  `${JSON.stringify({ level: 'info', message: 'listening', service: 'sink', url: sink.url })}\n`,
);
