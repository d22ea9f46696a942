// Puts FILE.br and FILE.gz beside every file below a folder, compressed as far as each format goes. Run by scripts/seal.
import { readdirSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const folder = process.argv[2];
const files = readdirSync(folder, { recursive: true }).map((name) => join(folder, name)).filter((file) => statSync(file).isFile());
const gzipped = (bytes) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION });
const brotlied = (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } });
// Node compresses on threads of its own: the large files at the same time.
await Promise.all(files.map(async (file) => {
    const bytes = await readFile(file);
    await Promise.all([gzipped(bytes).then((it) => writeFile(`${file}.gz`, it)), brotlied(bytes).then((it) => writeFile(`${file}.br`, it))]);
}));
