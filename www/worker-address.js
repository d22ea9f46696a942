// The policy of the page lets no text become a script (require-trusted-types-for). The one exception is the address of its own worker; this says so.
// Browsers that do not know the policy need nothing of it.
globalThis.trustedTypes?.createPolicy('default', {
    createScriptURL: address => address === document.querySelector('meta[name=bookahead-worker]').content ? address : null,
});
