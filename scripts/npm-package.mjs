// Makes the ES module's folder one that `npm pack` packs: writes package.json and README.md beside the module (docs/js-module.md). Run by scripts/js-module.
//   node scripts/npm-package.mjs FOLDER
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2];
const manifest = readFileSync(new URL('../Cargo.toml', import.meta.url), 'utf8');
// Of [package]: the same version and licence as the program.
const field = name => manifest.match(new RegExp(`^${name} = "([^"]*)"`, 'm'))[1];
const both = name => ({ types: `./${name}.d.ts`, default: `./${name}.js` });
const described = {
    name: 'bookahead',
    version: field('version'),
    description: 'Plans advance reservations of compute nodes: the engine of Bookahead as WebAssembly, and the element that embeds the page',
    license: `(${field('license')})`,
    type: 'module',
    main: './bookahead.js',
    types: './bookahead.d.ts',
    exports: { '.': both('bookahead'), './embed.js': both('embed'), './bookahead_bg.wasm': './bookahead_bg.wasm', './package.json': './package.json' },
    files: ['bookahead.js', 'bookahead.d.ts', 'bookahead_bg.wasm', 'embed.js', 'embed.d.ts', 'licences.txt'],
    sideEffects: ['./embed.js'],
    engines: { node: '>=20' },
};
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(described, null, 4)}\n`);
writeFileSync(join(folder, 'README.md'), `# bookahead

Plans advance reservations of compute nodes: the engine of Bookahead as an ES module. Plain JavaScript objects go in and come out; the types are in
\`bookahead.d.ts\`. No dependencies, no scripts.

\`\`\`js
import { readFile } from 'node:fs/promises';
import init, { plan } from 'bookahead';

await init({ module_or_path: await readFile(new URL(import.meta.resolve('bookahead/bookahead_bg.wasm'))) });
const requests = [{ user: 1, earliest_start: 11, duration: 1, nodes: 4 }];
console.log(plan({ version: 1, machine: { nodes: 5 }, workload: { requests } }).decisions);
\`\`\`

In a browser \`await init()\` is enough. \`bookahead/embed.js\` is the element \`<book-ahead>\`, which embeds the page.

Licensed under the MIT licence or the Apache License, Version 2.0, at your option; \`licences.txt\` has both, and those of the libraries inside.
`);
