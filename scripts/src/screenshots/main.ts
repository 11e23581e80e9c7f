/**
 * `npm run screenshots`: takes the pictures in docs/images anew, or with names after `--` these, such as `leads-dark`. They
 * show an installation of their own with a burst of leads and a failing buyer.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { launchChromium, obtainChromium } from '@sluice/launch';
import { lineProgress, Problem, projectRoot, report } from '@sluice/local';
import { launchStart } from './launch-start.js';
import { privateEnvironment } from './private-environment.js';
import { fillDemo } from './fill-demo.js';
import { takePictures } from './take-pictures.js';

const folderOfPictures = join(projectRoot, 'docs', 'images');

try {
  const names = process.argv.slice(2);
  const option = names.find((name) => name.startsWith('-'));
  if (option !== undefined)
    throw new Problem(`"npm run screenshots" takes names of pictures and was given "${option}".`, 2);
  await pictureDashboard(names);
} catch (error) {
  report(error);
}
process.exit();

async function pictureDashboard(names: readonly string[]): Promise<void> {
  const wanted =
    names.length > 0 ? names : readdirSync(folderOfPictures).map((file) => basename(file, '.png'));
  const { note } = lineProgress();
  const chromium = await obtainChromium(process.env, note);
  if (chromium.kind === 'missing') throw new Problem(chromium.because);
  const folder = mkdtempSync(join(tmpdir(), 'sluice-screenshots-'));
  note('Starting an installation to picture…');
  const demo = await launchStart(folder, await privateEnvironment(folder));
  const browser = await launchChromium(chromium.path);
  try {
    note('Sending leads, and letting a buyer fail…');
    const filling = await fillDemo(demo);
    const written = await takePictures(browser, demo.run, folderOfPictures, wanted);
    for (const file of written) console.log(`Wrote docs/images/${file}.`);
    await filling.stop();
    const missing = wanted.filter((picture) => !written.includes(`${picture}.png`));
    if (missing.length > 0) throw new Problem(`There is nothing to picture for ${missing.join(', ')}.`);
  } finally {
    await browser.close();
    await demo.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
