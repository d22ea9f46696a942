/* <book-ahead src="…/index.html" link="#v3.…" view="plan" height="320"> shows what stands in it, a picture, until it is pressed; then a frame with the
   page. Properties and events are those of the messages (docs/embedding.md). */

const WAIT_MS = 500;
let frames = 0;

class BookAhead extends HTMLElement {
    #frame = null;
    #button = null;
    #waiting = new Map();
    #queue = [];
    #isReady = false;
    #hello = 0;
    #next = 0;

    connectedCallback() {
        addEventListener('message', this);
        if (this.#frame || this.getAttribute('loading') === 'eager') {
            this.start();
        } else if (!this.#button) {
            this.#button = document.createElement('button');
            this.#button.type = 'button';
            this.#button.textContent = 'Press to try';
            this.#button.addEventListener('click', () => {
                this.start();
                // Who pressed a key goes on in the frame.
                this.#frame.focus();
            });
            this.append(this.#button);
        }
    }

    disconnectedCallback() {
        removeEventListener('message', this);
        clearInterval(this.#hello);
        this.#isReady = false;
    }

    /** Puts the frame in the place of the picture. */
    start() {
        const page = new URL(this.getAttribute('src') ?? '', document.baseURI);
        page.searchParams.set('embed', this.getAttribute('view') ?? '');
        for (const name of ['theme', 'readonly']) {
            if (this.hasAttribute(name)) page.searchParams.set(name, this.getAttribute(name));
        }
        const link = this.getAttribute('link');
        if (link) page.hash = link.slice(link.indexOf('#') + 1);
        if (!this.#frame) {
            this.#frame = document.createElement('iframe');
            this.#frame.title = this.getAttribute('title') ?? `Bookahead ${++frames}`;
            this.#frame.height = this.getAttribute('height') ?? '320';
            this.#frame.style.cssText = 'width: 100%; border: 0';
        }
        this.#frame.src = page.href;
        this.#button = null;
        this.replaceChildren(this.#frame);
        clearInterval(this.#hello);
        // Messages that come before the page is there are lost.
        this.#hello = setInterval(() => this.#post({ do: 'hello' }), WAIT_MS);
    }

    #post(message) {
        this.#frame?.contentWindow?.postMessage({ bookahead: 1, ...message }, '*');
    }

    /** Sends a message; resolves to its value, or rejects with an Error that has place, found and allowed. */
    ask(message) {
        return new Promise((resolve, reject) => {
            const id = ++this.#next;
            this.#waiting.set(id, { resolve, reject });
            if (!this.#frame) this.start();
            if (this.#isReady) this.#post({ ...message, id });
            else this.#queue.push({ ...message, id });
        });
    }

    get(what) { return this.ask({ do: 'get', what }); }
    load(content) { return this.ask({ do: 'load', ...content }); }
    edit(...edits) { return this.ask({ do: 'edit', edits }); }
    policy(policy) { return this.ask({ do: 'policy', policy }); }
    view(view) { return this.ask({ do: 'view', ...view }); }
    undo() { return this.ask({ do: 'undo' }); }
    reset() { return this.ask({ do: 'reset' }); }

    set scenario(scenario) { this.#tellOfRefusal(this.load({ scenario })); }
    set link(link) { this.#tellOfRefusal(this.load({ link })); }

    #tellOfRefusal(answer) {
        answer.catch((error) => this.#tell('error', { message: error.message }));
    }

    #tell(event, detail) {
        this.dispatchEvent(new CustomEvent(`bookahead:${event}`, { detail, bubbles: true }));
    }

    handleEvent({ source, data }) {
        if (!this.#frame || source !== this.#frame.contentWindow || data?.bookahead !== 1) return;
        const { event, id, ok, value, error } = data;
        if (event === 'ready') {
            clearInterval(this.#hello);
            if (this.#isReady) return;
            this.#isReady = true;
            this.#post({ do: 'listen', to: ['changed', 'planned', 'selected', 'stepped', 'key'] });
            for (const message of this.#queue.splice(0)) this.#post(message);
        }
        if (event === 'size' && !this.hasAttribute('height')) this.#frame.height = data.height;
        if (event) this.#tell(event, data);
        const asked = this.#waiting.get(id);
        if (ok === undefined || !asked) return;
        this.#waiting.delete(id);
        if (ok) asked.resolve(value);
        else asked.reject(Object.assign(new Error(error.message), error));
    }
}

customElements.define('book-ahead', BookAhead);
