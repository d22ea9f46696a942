// The policy of the page lets no text become a script (require-trusted-types-for). The exceptions are the addresses of its own workers; this says so.
// Browsers that do not know the policy need nothing of it.
globalThis.trustedTypes?.createPolicy('default', {
    createScriptURL: address => {
        const own = [...document.querySelectorAll('meta[name=bookahead-worker], meta[name=bookahead-offline]')];
        return own.some(meta => meta.content === address) ? address : null;
    },
});
