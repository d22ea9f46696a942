// Tells the reader when the program cannot be loaded, why, and what to do. Until it has started, every error is an error of loading.
{
    // The least module with a vector in it: a function that makes one of a number and drops it.
    const vectors = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 9, 1, 7, 0, 65, 0, 253, 15, 26, 11];
    const browsers = 'Chromium and Firefox from 2021 on and Safari from 2023 on';

    // What no reloading helps against: of the browser and of where the page was opened.
    const obstacle = () => {
        // bookahead.html has no other files.
        if (location.protocol === 'file:' && document.querySelector('link[rel=modulepreload]'))
            return 'Browsers do not run this page from a folder. Open bookahead.html beside it instead, or put the folder on a web server: '
                + '“python3 -m http.server” in the folder makes one at http://localhost:8000/.';
        if (typeof WebAssembly !== 'object')
            return 'WebAssembly, which Bookahead is written for, is missing in this browser or switched off. It may be allowed in the settings for '
                + `security; ${browsers} have it.`;
        if (!WebAssembly.validate(new Uint8Array(vectors)))
            return `This browser, or the processor under it, has WebAssembly without vectors (SIMD), which Bookahead needs. ${browsers} have them.`;
        return '';
    };

    // The files of the program, as this page names them; what is wrong with the first that is wrong.
    const wrongFile = async () => {
        for (const link of document.querySelectorAll('link[rel=modulepreload], link[rel=preload][as=fetch]')) {
            const name = link.href.split('/').pop();
            const answer = await fetch(link.href).catch(() => null);
            if (!answer) return `The server does not answer when asked for ${name}. Please check the connection and reload the page.`;
            if (!answer.ok)
                return `The server has no file ${name} (${answer.status}). Please reload the page; if that does not help, it was not copied there whole.`;
            const type = answer.headers.get('content-type') || 'no type';
            // A program of another type than its own still runs.
            if (link.rel === 'modulepreload' && !type.includes('javascript'))
                return `The server sends ${name} as ${type}, so the browser does not run it. It has to be told that .js files are text/javascript.`;
        }
        return '';
    };

    const say = words => {
        const status = document.querySelector('.loading [role=status]');
        // An error may come before the page's own words are there.
        if (!status && document.readyState === 'loading') addEventListener('DOMContentLoaded', () => say(words), { once: true });
        if (status) status.textContent = words;
        document.querySelector('.loading')?.removeAttribute('aria-busy');
    };

    let isTold = false;
    const tell = async () => {
        if (isTold) return;
        isTold = true;
        const known = obstacle();
        if (known) return say(known);
        if (self.origin === 'null')
            return say('This page is in a frame that is shut off from its own files (sandbox). The frame needs sandbox="allow-scripts allow-same-origin", or '
                + 'open the page by itself.');
        say('Not all of the page has arrived. Please reload it.');
        const wrong = await wrongFile().catch(() => '');
        if (wrong) say(wrong);
    };

    // Resources that fail to load report to their elements only, so these errors are caught on the way down.
    addEventListener('error', tell, true);
    addEventListener('unhandledrejection', tell);
    // The page in one file has everything in it; the other one is refused its parts before this script runs.
    if (location.protocol === 'file:' && document.querySelector('script[src]')) tell();
    addEventListener('TrunkApplicationStarted', () => {
        removeEventListener('error', tell, true);
        removeEventListener('unhandledrejection', tell);
    }, { once: true });
    // There may be no error at all where a browser knows none of it.
    addEventListener('DOMContentLoaded', () => { if (obstacle()) tell(); }, { once: true });
}
