// Writes DIST/bookahead.html: the page with everything in it, which runs by double click, without a web server. Run by scripts/seal.
//   node scripts/one-file.mjs DIST
// Browsers load neither modules nor workers from file://. So the module's glue stands in an inline script, the module itself as text (gzip, base64),
// and the worker starts from a Blob of the same glue. The policy allows exactly these inline scripts and styles, by their hashes, and no network.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const folder = process.argv[2];
const read = name => readFileSync(join(folder, name), 'utf8');
const fail = what => { throw new Error(`one-file: ${what}`); };
const only = pattern => {
    const found = readdirSync(folder).filter(name => pattern.test(name));
    return found.length === 1 ? found[0] : fail(`${found.length} files are like ${pattern}`);
};

// Starts the page; `init` is the glue's. The worker runs the glue once more, with the module that the page has compiled.
const START = `
const text = id => document.getElementById(id).textContent;
const gzip = Uint8Array.from(atob(text('module')), c => c.charCodeAt(0));
const worker = text('glue') + ';onmessage=({data})=>{onmessage=null;__wbg_init({module_or_path:data})};';
document.querySelector('meta[name=bookahead-worker]').content = URL.createObjectURL(new Blob([worker], { type: 'text/javascript' }));
const bytes = await new Response(new Blob([gzip]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
await __wbg_init({ module_or_path: await WebAssembly.compile(bytes) });
dispatchEvent(new CustomEvent('TrunkApplicationStarted'));
`;

const glue = read(only(/^app-\w+\.js$/));
if (/^\s*import\b/m.test(glue)) fail('the glue imports other files');
if (!/\b__wbg_init\b/.test(glue)) fail('the glue has no __wbg_init');
if (/<\/script|<!--/i.test(glue)) fail('the glue cannot stand in a page');
// As a script of its own, and as a worker's, the glue exports nothing and is no module.
let inline = glue.replace(/^export \{[^}]*\};?\s*$/gm, '').replace(/^export (?=class|function|async|const|let)/gm, '').replace(/^export default .*$/gm, '');
inline = inline.replaceAll('import.meta.url', 'location.href');
if (/^\s*export\b/m.test(inline)) fail('the glue exports something in a way that is not known');

const own = name => readFileSync(new URL(`../www/${name}`, import.meta.url), 'utf8');
const scripts = [own('load-failure.js'), own('worker-address.js'), own('print.js'), `${inline}${START}`];
const styles = [];
let page = read('index.html');
const replace = (pattern, by) => {
    if (!pattern.test(page)) fail(`the page has nothing like ${pattern}`);
    page = page.replace(pattern, by);
};
page = page.replace(/<link rel="stylesheet" href="\.\/([^"]+)"[^>]*>/g, (_, name) => {
    styles.push(read(name));
    return `<style>${styles.at(-1)}</style>`;
});
// The help says where the licences are found.
page = page.replace(/<meta name="bookahead-licences"[^>]*>/, '');
// One file is kept as files are.
page = page.replace(/<meta name="bookahead-offline"[^>]*>/, '').replace(/<link rel="manifest"[^>]*>/, '');
page = page.replace(/<link rel="(modulepreload|preload)"[^>]*>/g, '').replace(/<script\b[^>]*>[^]*?<\/script>/g, '');
const hash = text => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const policy = [
    "default-src 'none'",
    `script-src 'wasm-unsafe-eval' ${scripts.map(hash).join(' ')}`,
    'worker-src blob:',
    `style-src ${styles.map(hash).join(' ')}`,
    'img-src data: blob:',
    // The writing view shows the page itself in a frame. From disk no origin says what is its own.
    "frame-src 'self' file:",
    "form-action 'none'",
    "base-uri 'none'",
    'trusted-types default',
    "require-trusted-types-for 'script'",
].join('; ');
replace(/(http-equiv="Content-Security-Policy" content=")[^"]*"/, (_, before) => `${before}${policy}"`);
const lessons = readdirSync(join(folder, 'lessons')).filter(name => name.endsWith('.lesson.md')).sort().map(name => {
    const text = read(join('lessons', name));
    if (/<\/script|<!--/i.test(text)) fail(`${name} cannot stand in a page`);
    return `<script type="text/plain" id="lesson-file-${name.replace('.lesson.md', '')}">${text}</script>\n`;
});
// What `bookahead lesson package` puts inside; empty, it is nothing. Blocks of data run nowhere, so the policy does not name them.
const module = gzipSync(readFileSync(join(folder, only(/^app-\w+_bg\.wasm$/))), { level: 9 }).toString('base64');
replace(/<\/body>/, () => `<script>${scripts[0]}</script>
<script>${scripts[1]}</script>
<script>${scripts[2]}</script>
<script type="text/plain" id="inside"></script>
<script type="text/plain" id="module">${module}</script>
${lessons.join('')}<script type="text/plain" id="glue">${inline}</script>
<script type="module">${scripts[3]}</script>
</body>`);
writeFileSync(join(folder, 'bookahead.html'), page);
