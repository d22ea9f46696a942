/* Bookahead in a notebook, by anywidget: the page in a frame, and what is in it as traits (docs/embedding.md, Notebooks). It speaks protocol 1 and needs nothing
   else. Beside bookahead_widget.py. */

const text = value => JSON.stringify(value ?? null);
/** What the page calls a request, as a number where it is one; "11.2" is a name. */
const numbered = name => /^\d+$/.test(name) ? Number(name) : name ?? null;

function render({ model, el }) {
    const frame = document.createElement('iframe');
    frame.title = 'Bookahead';
    frame.height = model.get('height');
    frame.width = '100%';
    Object.assign(frame.style, { display: 'block', border: '0' });
    const page = new URL(model.get('page'), document.baseURI);
    page.searchParams.set('embed', model.get('view'));
    const { origin } = page;
    frame.src = page.href;

    const asked = new Map();
    let next = 0;
    let isReady = false;
    /** The scenario that the page has, as it writes it: what differs is new. */
    let known;
    /** What is done with the page, one after the other. */
    let last = Promise.resolve();

    const post = message => frame.contentWindow?.postMessage({ bookahead: 1, ...message }, origin === 'null' ? '*' : origin);
    const ask = message => new Promise((resolve, reject) => {
        asked.set(++next, { resolve, reject });
        post({ ...message, id: next });
    });
    const get = what => ask({ do: 'get', what });
    const keep = traits => {
        let isNew = false;
        for (const [name, value] of Object.entries(traits)) {
            if (text(model.get(name)) === text(value)) continue;
            model.set(name, value);
            isNew = true;
        }
        if (isNew) model.save_changes();
    };
    const then = act => {
        last = last.then(act).then(() => keep({ error: '' }), ({ message }) => keep({ error: message }));
    };

    const load = () => then(async () => {
        const scenario = model.get('scenario');
        if (scenario && text(scenario) !== known) {
            await ask({ do: 'load', scenario });
            known = text(await get('scenario'));
        }
        keep({ plan: await get('plan') });
    });
    const select = () => then(async () => {
        const selection = model.get('selection');
        if (text(numbered((await get('selection'))?.request)) !== text(selection)) await ask({ do: 'view', select: selection ?? null });
    });
    const changed = () => then(async () => {
        const scenario = await get('scenario');
        if (text(scenario) !== known) {
            known = text(scenario);
            keep({ scenario });
        }
        keep({ plan: await get('plan') });
    });
    const begin = () => {
        isReady = true;
        post({ do: 'listen', to: ['changed', 'planned', 'selected'] });
        if (model.get('scenario')) load();
        else changed();
        if (model.get('selection') !== null) select();
    };

    const heard = ({ source, data }) => {
        if (source !== frame.contentWindow || data?.bookahead !== 1) return;
        const { event, id, ok, value, error } = data;
        if (event === 'ready' && !isReady) begin();
        if (event === 'changed' && data.settled !== false || event === 'planned') changed();
        if (event === 'selected') keep({ selection: numbered(data.request) });
        const waiting = asked.get(id);
        if (ok === undefined || !waiting) return;
        asked.delete(id);
        if (ok) waiting.resolve(value);
        else waiting.reject(error);
    };
    const onScenario = () => isReady && load();
    const onSelection = () => isReady && select();
    const onHeight = () => { frame.height = model.get('height'); };
    addEventListener('message', heard);
    model.on('change:scenario', onScenario);
    model.on('change:selection', onSelection);
    model.on('change:height', onHeight);
    el.append(frame);
    return () => {
        removeEventListener('message', heard);
        model.off('change:scenario', onScenario);
        model.off('change:selection', onSelection);
        model.off('change:height', onHeight);
        frame.remove();
    };
}

export default { render };
