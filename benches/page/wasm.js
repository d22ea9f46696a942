// [name of an export, its numbers] -> what it returns.
import init, * as bench from '../wasm/tests.js';

const started = init();
onmessage = async ({data: [name, ...numbers]}) => {
    try {
        await started;
        postMessage({result: bench[name](...numbers)});
    } catch (error) {
        postMessage({error: String(error)});
    }
};
