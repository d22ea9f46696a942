// Unpacks the page's module (scripts/pack made it): LZMA with four bits of literal context and none of position, then the streams of its code are
// joined. scripts/seal puts this into the page's start-up script. Damaged data gives an error, or a module that is none, and always an end.

const unlzma = packed => {
    const length = new DataView(packed.buffer).getUint32(0, true);
    if (length > 1 << 24) throw new Error('the module is damaged');
    const out = new Uint8Array(length);
    // Where the models of each kind of bit begin.
    const MATCH = 0, REP = 12, REP0 = 24, REP1 = 36, REP2 = 48, LONG = 60, SLOT = 72, SPECIAL = 328, ALIGN = 456, LENGTH = 472, REP_LENGTH = 746, LITERAL = 1020;
    const models = new Uint16Array(LITERAL + 0x300 * 16).fill(1024);
    // Range and code fill 32 bits: an engine would make an object of every one that a closure keeps in a variable.
    const coder = new Uint32Array(2);
    let at = 5, state = 0, pos = 0;
    const more = () => {
        coder[0] <<= 8;
        coder[1] = coder[1] << 8 | packed[at++];
    };
    while (at < 9) more();
    coder[0] = 0xffffffff;
    const bit = model => {
        const chance = models[model], range = coder[0], code = coder[1], bound = (range >>> 11) * chance;
        let one = 0;
        if (code < bound) {
            coder[0] = bound;
            models[model] = chance + (2048 - chance >> 5);
        } else {
            coder[0] = range - bound;
            coder[1] = code - bound;
            models[model] = chance - (chance >> 5);
            one = 1;
        }
        if (coder[0] < 0x1000000) more();
        return one;
    };
    const tree = (model, bits) => {
        let node = 1;
        for (let i = bits; i--;) node = node << 1 | bit(model + node);
        return node - (1 << bits);
    };
    const reverse = (model, bits) => {
        let node = 1, value = 0;
        for (let i = 0; i < bits; i++) {
            const one = bit(model + node);
            node = node << 1 | one;
            value |= one << i;
        }
        return value;
    };
    const lengthOf = model => bit(model) ? bit(model + 1) ? 18 + tree(model + 18, 8) : 10 + tree(model + 10, 3) : 2 + tree(model + 2, 3);
    let rep0 = 0, rep1 = 0, rep2 = 0, rep3 = 0;
    while (pos < length) {
        if (!bit(MATCH + state)) {
            const model = LITERAL + 0x300 * ((pos ? out[pos - 1] : 0) >> 4);
            let node = 1;
            if (state >= 7) {
                let like = out[pos - rep0 - 1];
                do {
                    const other = like >> 7 & 1;
                    like <<= 1;
                    const one = bit(model + (1 + other << 8) + node);
                    node = node << 1 | one;
                    if (one !== other) break;
                } while (node < 0x100);
            }
            while (node < 0x100) node = node << 1 | bit(model + node);
            out[pos++] = node;
            state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
            continue;
        }
        let count;
        if (bit(REP + state)) {
            if (!bit(REP0 + state)) {
                if (!bit(LONG + state)) {
                    state = state < 7 ? 9 : 11;
                    out[pos] = out[pos - rep0 - 1];
                    pos++;
                    continue;
                }
            } else {
                let distance = rep1;
                if (bit(REP1 + state)) {
                    distance = rep2;
                    if (bit(REP2 + state)) {
                        distance = rep3;
                        rep3 = rep2;
                    }
                    rep2 = rep1;
                }
                rep1 = rep0;
                rep0 = distance;
            }
            count = lengthOf(REP_LENGTH);
            state = state < 7 ? 8 : 11;
        } else {
            rep3 = rep2;
            rep2 = rep1;
            rep1 = rep0;
            count = lengthOf(LENGTH);
            state = state < 7 ? 7 : 10;
            const slot = tree(SLOT + 64 * Math.min(count - 2, 3), 6);
            rep0 = slot;
            if (slot > 3) {
                const bits = (slot >> 1) - 1;
                rep0 = (2 | slot & 1) << bits;
                if (slot < 14) {
                    rep0 += reverse(SPECIAL + rep0 - slot, bits);
                } else {
                    let direct = 0;
                    for (let i = bits - 4; i--;) {
                        const range = coder[0] >>> 1, one = coder[1] >= range ? 1 : 0;
                        coder[0] = range;
                        if (one) coder[1] -= range;
                        direct = direct << 1 | one;
                        if (range < 0x1000000) more();
                    }
                    rep0 += (direct << 4) + reverse(ALIGN, 4);
                }
            }
        }
        if (rep0 >>> 0 >= pos) throw new Error('the module is damaged');
        for (const end = Math.min(pos + count, length); pos < end; pos++) out[pos] = out[pos - rep0 - 1];
    }
    // Its last byte is read, and nothing is left: after any damage there would be.
    if (coder[1] || at !== packed.length) throw new Error('the module is damaged');
    return out;
};

// scripts/pack/streams.rs says what the streams are, and in which order.
const BEFORE = 0, BEHIND = 1, LOCALS = 2, OPCODE = 3, LOCAL = 4, FLOAT = 7, BRANCHES = 11, INDEX = 12, KINDS = 13;
// What follows an opcode: a number of one of these kinds, or
const VARIABLE = 13, BRANCH_LIST = 14, INDEX_LIST = 15, SECOND = 16, FLOAT_4 = 17, FLOAT_8 = 18, VECTOR = 19, LANE = 20;

const join = streams => {
    const view = new DataView(streams.buffer), at = new Array(KINDS), end = new Array(KINDS);
    let offset = 4 * KINDS;
    for (let kind = 0; kind < KINDS; kind++) {
        at[kind] = offset;
        end[kind] = offset += view.getUint32(4 * kind, true);
    }
    const damaged = () => { throw new Error('the module is damaged'); };
    if (offset !== streams.length) damaged();
    const after = new Array(256), none = [], memory = [OPCODE, 8];
    const say = (from, to, ...what) => after.fill(what, from, to + 1);
    after.fill(none, 0, 0xd2);
    say(0x02, 0x04, OPCODE), say(0x0c, 0x0d, 10), say(0x0e, 0x0e, BRANCH_LIST), say(0x10, 0x10, 9), say(0x11, 0x11, INDEX, INDEX);
    say(0x1c, 0x1c, INDEX_LIST), say(0x20, 0x22, VARIABLE), say(0x23, 0x26, INDEX), say(0x28, 0x3e, ...memory), say(0x3f, 0x40, INDEX);
    say(0x41, 0x41, 5), say(0x42, 0x42, 6), say(0x43, 0x43, FLOAT_4), say(0x44, 0x44, FLOAT_8), say(0xd0, 0xd0, INDEX), say(0xd2, 0xd2, INDEX);
    say(0xfc, 0xfd, SECOND);
    const second = (prefix, op) => prefix === 0xfc
        ? op < 8 ? none : op < 15 && op % 2 === 0 ? [INDEX, INDEX] : [INDEX]
        : op < 12 || op === 92 || op === 93 ? memory : op < 14 ? [VECTOR] : op > 20 && op < 35 ? [LANE] : op > 83 && op < 92 ? [...memory, LANE] : none;
    const out = new Uint8Array(streams.length * 2);
    let to = 0;
    const copy = (kind, count) => {
        let from = at[kind];
        at[kind] = from + count;
        while (count--) out[to++] = streams[from++];
    };
    const number = kind => {
        let from = at[kind], byte;
        do out[to++] = byte = streams[from++]; while (byte > 127);
        at[kind] = from;
    };
    const value = kind => {
        let from = at[kind], byte = streams[from++], number = byte & 127;
        for (let by = 7; byte > 127 && by < 35; by += 7) number |= ((byte = streams[from++]) & 127) << by;
        at[kind] = from;
        return number >>> 0;
    };
    const put = number => {
        for (; number > 127; number >>>= 7) out[to++] = number & 127 | 128;
        out[to++] = number;
    };
    const list = (kind, more) => {
        const count = value(kind);
        put(count);
        for (let i = count + more; i > 0 && at[kind] < end[kind]; i--) number(kind);
    };
    // Local variables, the last used first.
    const recent = new Uint32Array(50000);
    let known = 0;
    const variable = () => {
        const rank = value(LOCAL);
        if (rank >= recent.length) damaged();
        for (; known <= rank; known++) recent[known] = known;
        const index = recent[rank];
        for (let i = rank; i > 0; i--) recent[i] = recent[i - 1];
        put(recent[0] = index);
    };
    const operands = (what, prefix) => {
        for (let i = 0; i < what.length; i++) {
            const kind = what[i];
            if (kind < KINDS) number(kind);
            else if (kind === VARIABLE) variable();
            else if (kind === BRANCH_LIST) list(BRANCHES, 1);
            else if (kind === INDEX_LIST) list(INDEX, 0);
            else if (kind === LANE) copy(INDEX, 1);
            else if (kind === SECOND) {
                const op = value(OPCODE);
                put(op);
                operands(second(prefix, op), 0);
            } else copy(FLOAT, kind === FLOAT_4 ? 4 : kind === FLOAT_8 ? 8 : 16);
        }
    };
    const body = () => {
        known = 0;
        const locals = value(LOCALS);
        put(locals);
        for (let i = 0; i < locals && at[LOCALS] < end[LOCALS]; i++) {
            number(LOCALS);
            copy(LOCALS, 1);
        }
        for (let depth = 1; depth > 0;) {
            const op = streams[at[OPCODE]++], what = after[op];
            if (what === undefined || at[OPCODE] > end[OPCODE] || to > out.length) damaged();
            out[to++] = op;
            if (op === 0x0b) depth--;
            else if (op >= 2 && op <= 4) depth++;
            operands(what, op);
        }
    };
    // What has its length before it is made behind, and moved.
    const measured = make => {
        const from = to;
        to += 5;
        make();
        const length = to - from - 5;
        to = from;
        put(length);
        out.copyWithin(to, from + 5, from + 5 + length);
        to += length;
    };
    copy(BEFORE, end[BEFORE] - at[BEFORE]);
    measured(() => {
        const functions = value(LOCALS);
        put(functions);
        for (let i = 0; i < functions; i++) measured(body);
    });
    copy(BEHIND, end[BEHIND] - at[BEHIND]);
    return out.subarray(0, to);
};

// The module of a page that is not there, or not whole, is not worth waiting for.
const unpack = async url => {
    try {
        return join(unlzma(new Uint8Array(await (await fetch(url)).arrayBuffer())));
    } catch (error) {
        document.querySelector('[role=status]').textContent = 'Not all of the page has arrived. Please reload it.';
        throw error;
    }
};
