// Shows the picture of the first plan until the program is there, where that plan will be opened: without a link, and if this tab has no work of its own.
{
    let isFirst = false;
    try {
        // The name is that of src/app/shell/storage/browser.rs.
        isFirst = location.hash === '' && location.search === '' && sessionStorage.getItem('bookahead.tab') === null;
    } catch {
        // Storage is forbidden, as in a sandboxed frame, which loads no style sheets either.
    }
    document.getElementById('first-plan').hidden = !isFirst;
}
