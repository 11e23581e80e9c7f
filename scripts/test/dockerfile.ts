/** Parses a Dockerfile into stages with their instructions. */

/** One `FROM … AS …` with its instructions, continued lines joined. */
export interface Stage {
  readonly name: string;
  readonly from: string;
  readonly instructions: readonly string[];
}

/** The stages of a Dockerfile, in order. */
export function parseStages(dockerfile: string): Stage[] {
  const lines = dockerfile
    .replace(/^\s*#.*$/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const stages: { name: string; from: string; instructions: string[] }[] = [];
  for (const line of lines) {
    const [, from, name] = /^FROM\s+(\S+)\s+AS\s+(\S+)$/i.exec(line) ?? [];
    if (from !== undefined && name !== undefined) stages.push({ name, from, instructions: [] });
    else stages.at(-1)?.instructions.push(line);
  }
  return stages;
}

/** The target and the stages that it is built from, the most distant first; empty if there is no such target. */
export function chainOf(target: string, stages: readonly Stage[]): Stage[] {
  const stage = stages.find(({ name }) => name === target);
  return stage === undefined ? [] : [...chainOf(stage.from, stages), stage];
}

/** The instructions of a chain with this keyword. */
export function instructionsOf(chain: readonly Stage[], keyword: string): string[] {
  return chain.flatMap(({ instructions }) => instructions.filter((line) => line.startsWith(`${keyword} `)));
}
