// Tells the reader when the program cannot be loaded. Until it has started, every error is an error of loading.
{
    const tell = () => {
        const status = document.querySelector('.loading [role=status]');
        if (!status) return;
        status.textContent = location.protocol === 'file:'
            ? 'Browsers do not run this page from a folder. Open bookahead.html beside it instead, or put the folder on a web server.'
            : 'Not all of the page has arrived. Please reload it.';
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
}
