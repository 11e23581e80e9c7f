/**
 * `npm run bench`: how fast a whole installation takes leads from the request to the buyer, told as ratios to what HTTP
 * and BullMQ alone cost in the same run. Machines differ and are noisy; the ratios are what holds.
 */
import { parseArgs } from 'node:util';
import { burst } from './bench/burst.js';
import { floor } from './bench/floor.js';
import { onFreshInstallation } from './bench/installation.js';
import { processorTimeUs } from './bench/processor-time.js';
import { Problem, report } from './terminal/problem.js';

const { values } = parseArgs({
  options: {
    leads: { type: 'string', default: '5000' },
    'in-flight': { type: 'string', default: '128' },
    json: { type: 'boolean', default: false },
  },
});

try {
  const leads = whole('leads', values.leads);
  const inFlight = whole('in-flight', values['in-flight']);
  const result = await onFreshInstallation(async (run) => {
    // The first leads meet cold code; they are not measured.
    const warmUp = Math.ceil(leads / 4);
    await burst(run, warmUp, inFlight, 0);
    await floor(run.redis.url, run.sinkUrl, warmUp, inFlight);
    const base = await floor(run.redis.url, run.sinkUrl, leads, inFlight);
    const before = processorTimeUs(run);
    const product = await burst(run, leads, inFlight, warmUp);
    const after = processorTimeUs(run);
    const cpuPerLeadUs = Object.fromEntries(
      Object.entries(after).map(([name, used]) => [name, Math.round((used - (before[name] ?? 0)) / leads)]),
    );
    const totalUs = Object.values(cpuPerLeadUs).reduce((sum, used) => sum + used, 0);
    return {
      product,
      floor: base,
      cpuPerLeadUs: { ...cpuPerLeadUs, total: totalUs },
      ratios: { restedRate: product.restedRate / base.restedRate, cpu: totalUs / base.cpuPerLeadUs },
    };
  });
  console.log(values.json ? JSON.stringify(result) : text(result));
} catch (error) {
  report(error);
}

function whole(name: string, value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1) throw new Problem(`--${name} has to be a whole number.`, 2);
  return number;
}

function text({
  product,
  floor: base,
  cpuPerLeadUs,
  ratios,
}: {
  readonly product: Awaited<ReturnType<typeof burst>>;
  readonly floor: Awaited<ReturnType<typeof floor>>;
  readonly cpuPerLeadUs: Readonly<Record<string, number>>;
  readonly ratios: Readonly<Record<string, number>>;
}): string {
  return [
    `${product.leads} leads, from the request to the buyer`,
    `  accepted           ${product.acceptedRate.toFixed(0)}/s, p50 ${product.acceptP50Ms.toFixed(1)} ms, p99 ${product.acceptP99Ms.toFixed(1)} ms`,
    `  at rest            ${product.restedRate.toFixed(0)}/s`,
    `  HTTP and BullMQ    ${base.restedRate.toFixed(0)}/s, ${base.cpuPerLeadUs.toFixed(0)} µs of processor time a lead (one process, without Redis)`,
    `  processor time     ${Object.entries(cpuPerLeadUs)
      .map(([name, used]) => `${name} ${used}`)
      .join(', ')} µs a lead`,
    `  ratio of rates     ${ratios['restedRate']?.toFixed(2)} (1 would be as fast as remembering nothing)`,
    `  ratio of processor ${ratios['cpu']?.toFixed(1)}`,
  ].join('\n');
}
