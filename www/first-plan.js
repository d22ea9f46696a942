// Shows the picture of the first plan until the program is there, where that plan will be opened: without a link, and if this tab has no work of its own.
{
    let isFirst = location.hash === '' && location.search === '';
    try {
        // The name is that of src/app/shell/storage/browser.rs.
        isFirst &&= sessionStorage.getItem('bookahead.tab') === null;
    } catch {
        // The browser keeps nothing, so there is no work.
    }
    document.getElementById('first-plan').hidden = !isFirst;
}
