(function () {
  var main = document.querySelector('main');
  if (Promise.withResolvers || !main) return;
  // Before the main part, which the scripts of tools replace.
  var notice = document.createElement('aside');
  notice.className = 'notice';
  notice.textContent =
    'This browser is older than Chrome 120, Firefox 121, or Safari 17.4: interactive parts may not work. The text and the published tables are complete.';
  main.parentNode.insertBefore(notice, main);
})();
