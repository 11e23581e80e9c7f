// The door of every root command: refuses an old Node with one sentence, then leaves the rest to bootstrap/launch.mjs.
// Kept to syntax that old Node versions can parse, so that they reach the sentence instead of a SyntaxError.
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Sluice needs Node 20.19 or newer and this is Node ${process.versions.node}: install a current one from https://nodejs.org and run the command again.`,
  );
  process.exitCode = 1;
} else {
  import('./bootstrap/launch.mjs').then(({ launch }) => launch(process.argv.slice(2)));
}
