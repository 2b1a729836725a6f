(function () {
  var main = document.querySelector('main');
  if (Promise.withResolvers || !main) return;
  var notice = document.createElement('p');
  notice.className = 'notice';
  notice.textContent =
    'This browser is older than Chrome 120, Firefox 121, or Safari 17.4: interactive parts may not work. The text and the published tables are complete.';
  main.insertBefore(notice, main.firstChild);
})();
