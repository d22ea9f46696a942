/* <book-ahead src="…/index.html" link="#v3.…" view="plan" height="320"> shows what stands in it, a picture, until it is pressed; then a frame with the
   page. With the attribute `lesson` the text in it is a lesson, and a picture in it has slot="picture". Properties and events are those of the messages (docs/embedding.md). */

const WAIT_MS = 30_000;
const HEIGHT_PX = 320;
let frames = 0;

// Not a style element: the policy of the host's page may refuse those.
const sheet = new CSSStyleSheet();
sheet.replaceSync(`
    :host { display: block; position: relative; }
    ::slotted(:is(img, svg)) { display: block; max-width: 100%; height: auto; }
    iframe { display: block; width: 100%; border: 0; }
    .waiting iframe { position: absolute; inset: 0; visibility: hidden; }
    .ready :is(slot, button) { display: none; }
    slot[name] { display: none; padding: 0 8px 48px; font: 600 18px sans-serif; }
    :host([lesson]) slot { display: none; }
    :host([lesson]) :not(.ready) > slot[name] { display: block; }
    button { position: absolute; right: 8px; bottom: 8px; padding: 6px 12px; border: 0; font: 600 14px sans-serif; color: #fff; background: #1b4f8f; }
    button:focus-visible { outline: 3px solid #1b4f8f; outline-offset: 2px; }
    @media print { button { display: none; } }
`);

class BookAhead extends HTMLElement {
    #box = document.createElement('div');
    #button = document.createElement('button');
    /** What stands for a lesson: a picture, or else its title. */
    #picture = document.createElement('slot');
    #frame = null;
    #patience = 0;
    #isReady = false;
    #isLate = false;
    #next = 0;
    #scenario;
    /** Messages without an answer, by number. */
    #asked = new Map();

    constructor() {
        super();
        this.#button.type = 'button';
        this.#button.textContent = 'Press to try';
        this.#button.addEventListener('click', () => this.#isLate ? open(this.#address(false), '_blank', 'noopener') : this.start());
        this.#picture.name = 'picture';
        this.#box.append(document.createElement('slot'), this.#picture, this.#button);
        const root = this.attachShadow({ mode: 'open' });
        root.adoptedStyleSheets = [sheet];
        root.append(this.#box);
    }

    connectedCallback() {
        addEventListener('message', this);
        this.#picture.textContent = this.#lesson()?.match(/^# (.*)/m)?.[1] ?? '';
        if (this.getAttribute('loading') === 'eager') this.start();
    }

    /** A frame that is taken out of a page ends. */
    disconnectedCallback() {
        removeEventListener('message', this);
        clearTimeout(this.#patience);
        this.#frame?.remove();
        this.#frame = null;
        this.#isReady = false;
        this.#box.className = '';
        this.#refuse('the element was taken out of its page');
    }

    /** Puts the frame in the place of the picture, which stays until the page is there. */
    start() {
        if (this.#frame || !this.isConnected) return;
        this.#frame = document.createElement('iframe');
        this.#frame.title = this.getAttribute('title') ?? `Bookahead ${++frames}`;
        this.#frame.height = this.getAttribute('height') ?? HEIGHT_PX;
        this.#frame.src = this.#address(true);
        this.#box.className = 'waiting';
        this.#box.append(this.#frame);
        // The page's host may forbid frames. Then the picture stays, and the button leads to the page.
        this.#patience = setTimeout(() => {
            this.#isLate = true;
            this.#button.textContent = 'Open in Bookahead';
            this.#refuse('the page does not answer; its host may forbid frames');
        }, WAIT_MS);
    }

    #address(isFrame) {
        const page = new URL(this.getAttribute('src') ?? '', document.baseURI);
        if (isFrame) {
            page.searchParams.set('embed', this.getAttribute('view') ?? (this.hasAttribute('lesson') ? 'lesson' : ''));
            for (const name of ['theme', 'readonly']) {
                if (this.hasAttribute(name)) page.searchParams.set(name, this.getAttribute(name));
            }
        }
        if (this.link) page.hash = this.link.slice(this.link.indexOf('#') + 1);
        return page.href;
    }

    /** The text of the lesson in the element, without the indentation of its first line. */
    #lesson() {
        if (!this.hasAttribute('lesson')) return undefined;
        const text = [...this.childNodes].filter(node => node.nodeType === 3).map(node => node.data).join('').replace(/^\s*\n/, '');
        const indent = text.match(/^[ \t]*/)[0];
        return text.split('\n').map(line => line.startsWith(indent) ? line.slice(indent.length) : line.trimStart()).join('\n');
    }

    #post(message) {
        const { origin } = new URL(this.#frame.src);
        this.#frame.contentWindow.postMessage({ bookahead: 1, ...message }, origin === 'null' ? '*' : origin);
    }

    /** Sends a message; resolves to its value, or rejects with an Error that has place, found and allowed. */
    ask(message) {
        this.start();
        return new Promise((resolve, reject) => {
            // What cannot be sent is refused at once.
            const asked = { ...structuredClone(message), id: ++this.#next };
            this.#asked.set(asked.id, { asked, resolve, reject });
            if (this.#isReady) this.#post(asked);
        });
    }

    get(what) { return this.ask({ do: 'get', what }); }
    load(content) { return this.ask({ do: 'load', ...content }); }
    edit(...edits) { return this.ask({ do: 'edit', edits }); }
    policy(policy) { return this.ask({ do: 'policy', policy }); }
    view(view) { return this.ask({ do: 'view', ...view }); }
    undo() { return this.ask({ do: 'undo' }); }
    reset() { return this.ask({ do: 'reset' }); }

    /** What is set before the frame is there opens none: it is shown when the element is pressed. */
    get scenario() { return this.#scenario; }
    set scenario(scenario) {
        this.#scenario = scenario;
        if (this.#isReady) this.#show({ scenario });
    }

    get link() { return this.getAttribute('link') ?? ''; }
    set link(link) {
        this.#scenario = undefined;
        this.setAttribute('link', link);
        if (this.#frame) this.#show({ link });
    }

    #show(content) {
        this.load(content).catch(({ message }) => this.#tell('error', { message }));
    }

    #tell(event, detail) {
        this.dispatchEvent(new CustomEvent(`bookahead:${event}`, { detail, bubbles: true }));
    }

    #refuse(why) {
        for (const { reject } of this.#asked.values()) reject(new Error(why));
        this.#asked.clear();
    }

    #begin() {
        clearTimeout(this.#patience);
        // Who pressed a key goes on in the frame.
        const isPressed = this.shadowRoot.activeElement === this.#button;
        this.#box.className = 'ready';
        if (isPressed) this.#frame.focus();
        this.#isReady = true;
        this.#post({ do: 'listen', to: ['changed', 'planned', 'selected', 'stepped', 'key', 'answer', 'finished'] });
        const waiting = [...this.#asked.values()];
        const lesson = this.#lesson();
        if (this.#scenario !== undefined) this.#show({ scenario: this.#scenario });
        else if (lesson) this.#show({ lesson });
        for (const { asked } of waiting) this.#post(asked);
    }

    handleEvent({ source, data }) {
        if (!this.#frame || source !== this.#frame.contentWindow || data?.bookahead !== 1) return;
        const { event, id, ok, value, error } = data;
        if (event === 'ready' && !this.#isReady) this.#begin();
        if (event === 'size' && !this.hasAttribute('height')) this.#frame.height = data.height;
        if (event) this.#tell(event, data);
        const asked = this.#asked.get(id);
        if (ok === undefined || !asked) return;
        this.#asked.delete(id);
        if (ok) asked.resolve(value);
        else asked.reject(Object.assign(new Error(error.message), error));
    }
}

// Two files may bring it to one page.
if (!customElements.get('book-ahead')) customElements.define('book-ahead', BookAhead);
