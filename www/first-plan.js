// Shows the picture of the first plan until the program is there, where that plan will be opened: without a link, and if this tab has no work of its own.
{
    let isFirst = false;
    try {
        // The name is that of src/app/shell/storage/browser.rs.
        isFirst = location.hash === '' && location.search === '' && sessionStorage.getItem('bookahead.tab') === null;
    } catch {
        // The browser keeps nothing, or gives this frame nothing of its own, perhaps not even the sizes of the picture.
    }
    document.getElementById('first-plan').hidden = !isFirst;
}
