// Tells the reader when the program cannot be loaded. Until it has started, every error is an error of loading.
{
    const tell = () => {
        const status = document.querySelector('.loading [role=status]');
        if (status) status.textContent = 'Not all of the page has arrived. Please reload it.';
    };
    // Resources that fail to load report to their elements only, so these errors are caught on the way down.
    addEventListener('error', tell, true);
    addEventListener('unhandledrejection', tell);
    addEventListener('TrunkApplicationStarted', () => {
        removeEventListener('error', tell, true);
        removeEventListener('unhandledrejection', tell);
    }, { once: true });
}
