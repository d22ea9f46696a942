// Writes FOLDER/licences.txt: the licences of everything that is linked into the page and into the ES module, from the sources of the registry that
// they were built from. Run by scripts/seal for a release build; the same crates give the same bytes.
//   node scripts/licences.mjs FOLDER
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = process.argv[2];
const fail = what => { throw new Error(`licences: ${what}`); };
const root = fileURLToPath(new URL('..', import.meta.url));
const asked = ['metadata', '--locked', '--format-version', '1', '--no-default-features', '--features', 'app', '--filter-platform', 'wasm32-unknown-unknown'];
const metadata = JSON.parse(execFileSync('cargo', asked, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'inherit'] }));
const packages = new Map(metadata.packages.map(found => [found.id, found]));
const nodes = new Map(metadata.resolve.nodes.map(node => [node.id, node]));

// Of the page and the module all that they need to run: not what only builds or tests them, nor macros, which run in the compiler.
const linked = new Set();
const follow = id => {
    if (linked.has(id)) return;
    linked.add(id);
    for (const { pkg, dep_kinds } of nodes.get(id).deps) {
        const isMacro = packages.get(pkg).targets.some(target => target.kind.includes('proc-macro'));
        if (!isMacro && dep_kinds.some(({ kind }) => kind === null)) follow(pkg);
    }
};
for (const { id, name } of metadata.packages) if (['bookahead', 'bookahead-js'].includes(name)) follow(id);
const crates = [...linked].map(id => packages.get(id)).filter(found => found.source !== null);
const order = (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1);
crates.sort(order);

// Where a licence may be chosen, the shortest is.
const CHOICE = [['MIT', /mit/i], ['Zlib', /zlib/i], ['BSL-1.0', /boost/i], ['BSD-2-Clause', /bsd/i], ['Apache-2.0', /apache/i]];
const filesOf = found => {
    const place = dirname(found.manifest_path);
    return readdirSync(place).filter(name => /^(licen[cs]e|copying|unlicense)/i.test(name)).sort().map(name => join(place, name));
};
const MIT = holders => `Copyright (c) ${holders}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to
deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or
sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN
THE SOFTWARE.`;
const textOf = found => {
    const alternatives = (found.license ?? '').split(/ OR |\//).map(name => name.trim());
    const isChoice = !/ AND |[()]/.test(found.license ?? '');
    const home = address => (address ?? '').replace(/(\.git)?\/?(tree\/.*)?$/, '');
    const siblings = crates.filter(other => home(other.repository) === home(found.repository));
    // Several crates of one repository may leave the files to one of them.
    const from = [found, ...siblings].find(other => filesOf(other).length > 0);
    const files = from ? filesOf(from) : [];
    let chosen = files;
    if (isChoice) {
        const fitting = CHOICE.filter(([name]) => alternatives.includes(name)).map(([, pattern]) => files.find(file => pattern.test(file.split('/').pop())));
        chosen = fitting.find(Boolean) ? [fitting.find(Boolean)] : files;
    }
    const notice = join(dirname(found.manifest_path), 'NOTICE');
    if (existsSync(notice)) chosen = [...chosen, notice];
    if (chosen.length) return chosen.map(file => readFileSync(file, 'utf8').replaceAll('\r\n', '\n').trim()).join('\n\n');
    if (!alternatives.includes('MIT')) fail(`${found.name} ${found.version} (${found.license}) has no file with its licence`);
    return MIT(found.authors.length ? found.authors.join(', ') : `the ${found.name} developers`);
};

const byText = new Map();
const add = (text, name) => byText.set(text, [...byText.get(text) ?? [], name]);
for (const found of crates) add(textOf(found), `${found.name} ${found.version} (${found.license})${found.repository ? `, ${found.repository}` : ''}`);
// The compiler puts these in; their sources are not in the registry.
add(MIT('The Rust Project Contributors'), 'The Rust standard library (MIT OR Apache-2.0), https://github.com/rust-lang/rust');
const own = ['LICENSE-MIT', 'LICENSE-APACHE'].map(name => readFileSync(join(root, name), 'utf8').trim()).join('\n\n');
const parts = [...byText].map(([text, names]) => `${names.join('\n')}\n\n${text}\n`);
const line = `${'-'.repeat(100)}\n\n`;
writeFileSync(join(folder, 'licences.txt'), `Bookahead is licensed under the MIT licence or the Apache License, Version 2.0, at your option; both stand here first. After them come the licences of
the ${crates.length} libraries in it, and of the Rust standard library; where one may be had under several licences, the one that is used here.

${line}Bookahead (MIT OR Apache-2.0)\n\n${own}\n\n${line}${parts.join(`\n${line}`)}`);
