/** How the console looks: one small style sheet, light or dark as the system is. */
export const styleSheet = `
:root {
  color-scheme: light dark;
  --ground: #f7f8fa; --raised: #fff; --ink: #1b2330; --quiet: #5a6675; --line: #d9dee6; --accent: #0b5cad;
  --good: #1a7f43; --bad: #b3261e; --warn: #8a5a00;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #12161c; --raised: #1a2029; --ink: #e6eaf0; --quiet: #9aa7b6; --line: #313a46; --accent: #7cb8f5;
    --good: #6fcf97; --bad: #ff8a80; --warn: #f2c46d;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: center; padding: .6rem 1.5rem; background: var(--raised); border-bottom: 1px solid var(--line); }
header .brand { font-weight: 700; color: var(--ink); text-decoration: none; }
header nav { display: flex; flex-wrap: wrap; gap: 1rem; flex: 1; }
header form { margin: 0; }
main { max-width: 72rem; margin: 0 auto; padding: 1.5rem; }
h1 { font-size: 1.5rem; margin: 0 0 1rem; }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1.25rem 0 .25rem; }
.scroll { overflow-x: auto; background: var(--raised); border: 1px solid var(--line); border-radius: 8px; margin: 1rem 0; }
table { border-collapse: collapse; width: 100%; }
caption { text-align: left; font-weight: 600; padding: .75rem 1rem .25rem; }
th, td { text-align: left; padding: .4rem 1rem; border-top: 1px solid var(--line); vertical-align: top; font-weight: 400; }
thead th { color: var(--quiet); font-size: .85rem; border-top: 0; white-space: nowrap; }
th.number, td.number { text-align: right; font-variant-numeric: tabular-nums; }
.good { color: var(--good); } .bad { color: var(--bad); } .warn { color: var(--warn); } .quiet { color: var(--quiet); }
.notice { border: 1px solid currentColor; border-radius: 8px; padding: .6rem 1rem; }
.panel { background: var(--raised); border: 1px solid var(--line); border-radius: 8px; padding: 1rem 1.25rem; margin: 1rem 0; }
.login { max-width: 22rem; }
main:has(.login) { max-width: 25rem; margin-top: 12vh; }
label { display: block; font-weight: 600; margin-bottom: .25rem; }
input[type=text], input[type=password] { width: 100%; padding: .5rem .6rem; font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--quiet); border-radius: 6px; }
button { font: inherit; padding: .45rem 1rem; border: 1px solid var(--accent); border-radius: 6px; background: transparent; color: var(--accent); cursor: pointer; }
button.main { background: var(--accent); color: var(--raised); margin-top: 1rem; width: 100%; }
.fields { display: grid; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); gap: 1rem; align-items: end; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1.5rem; margin: 0; }
dt { color: var(--quiet); } dd { margin: 0; overflow-wrap: anywhere; }
ol.journey { padding-left: 1.25rem; } ol.journey > li { margin-bottom: .75rem; }
ul.trace { list-style: none; padding-left: 1rem; margin: .25rem 0; border-left: 2px solid var(--line); font-size: .9rem; }
code { font: .85em ui-monospace, monospace; overflow-wrap: anywhere; }
`;
