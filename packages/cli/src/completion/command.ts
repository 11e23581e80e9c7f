/** `sluice completion bash|zsh`: a script that completes commands and options in a shell. */
import { Argument, type Command } from 'commander';

export function addCompletion(program: Command): void {
  program
    .command('completion')
    .addArgument(new Argument('<shell>', 'your shell').choices(['bash', 'zsh']))
    .description('print a shell completion script: eval "$(sluice completion bash)"')
    .action((shell: string) => console.log(script(shell, wordsOf(program))));
}

/** The words that may follow each command, e.g. `queues` → `list pause …`. */
function wordsOf(program: Command): ReadonlyMap<string, readonly string[]> {
  const words = new Map<string, readonly string[]>();
  const visit = (command: Command, way: string): void => {
    const options = command.options.flatMap(({ long }) => long ?? []);
    words.set(way, [...command.commands.map((sub) => sub.name()), ...options]);
    for (const sub of command.commands) visit(sub, `${way} ${sub.name()}`.trim());
  };
  visit(program, '');
  return words;
}

function script(shell: string, words: ReadonlyMap<string, readonly string[]>): string {
  const cases = [...words].map(([way, next]) => `    '${way}') next='${next.join(' ')}' ;;`);
  return [
    ...(shell === 'zsh' ? ['autoload -U +X bashcompinit && bashcompinit'] : []),
    '_sluice() {',
    '  local way="" word next',
    '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
    '    case "$word" in -*) ;; *) [ ${#way} -eq 0 ] && way="$word" || way="$way $word" ;; esac',
    '  done',
    '  case "$way" in',
    ...cases,
    '    *) next="" ;;',
    '  esac',
    '  COMPREPLY=($(compgen -W "$next" -- "${COMP_WORDS[COMP_CWORD]}"))',
    '}',
    'complete -o default -F _sluice sluice',
  ].join('\n');
}
