// The entry point of every root command: refuses an old Node with one sentence, then hands over to
// bootstrap/launch.mjs. Limited to syntax that old Node versions can parse, so that they print the sentence instead of
// a SyntaxError.
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Sluice needs Node 20.19 or newer, and this is Node ${process.versions.node}: install a current version from https://nodejs.org and run the command again.`,
  );
  process.exitCode = 1;
} else {
  import('./bootstrap/launch.mjs').then(({ launch }) => launch(process.argv.slice(2)));
}
