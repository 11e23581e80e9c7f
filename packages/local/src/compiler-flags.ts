/** How V8 compiles the code of a service. */

/**
 * A lead passes through much code, of which little runs for long. V8 usually compiles only what has run for long, and
 * copies much of the called code into it. With these flags it compiles after a seventeenth of that time, and copies less.
 * ADR 38 has what was measured.
 */
const compileEarly = [
  '--interrupt-budget=4000',
  '--minimum-invocations-after-ic-update=50',
  '--max-inlined-bytecode-size-cumulative=200',
];

/** The flags for this Node that decide when V8 compiles a service's code: on Node 20 only, where they were measured. */
export const compilerFlags: readonly string[] =
  Number.parseInt(process.versions.node) === 20 ? compileEarly : [];
