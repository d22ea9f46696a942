// Writes DIST/sw.js, which keeps the page in the browser for use without a network: www/sw.js with the names of this build's files. Run by scripts/seal.
//   node scripts/offline.mjs DIST
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2];
const source = name => new URL(`../www/${name}`, import.meta.url);
const inside = (part, pattern) => existsSync(join(folder, part)) ? readdirSync(join(folder, part)).filter(name => pattern.test(name)).sort() : [];
// What the page itself asks for. The page comes first, under its own address.
const files = [
    '',
    'manifest.webmanifest',
    ...inside('.', /-[0-9a-f]{8,}(_bg)?\.(js|css|wasm)$/),
    ...inside('icons', /\.png$/).map(name => `icons/${name}`),
    ...inside('lessons', /\.md$/).map(name => `lessons/${name}`),
];
const hash = createHash('sha256');
for (const file of files) hash.update(file).update(readFileSync(join(folder, file || 'index.html')));
const text = readFileSync(source('sw.js'), 'utf8').replace('BUILD', hash.digest('hex').slice(0, 16)).replace("['FILES']", JSON.stringify(files));
writeFileSync(join(folder, 'sw.js'), text);
copyFileSync(source('sw-off.js'), join(folder, 'sw-off.js'));
