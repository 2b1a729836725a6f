(function () {
  var main = document.querySelector('main');
  if (Promise.withResolvers || !main) return;
  var notice = document.createElement('p');
  notice.className = 'notice';
  notice.setAttribute('role', 'region');
  notice.setAttribute('aria-label', 'Old browser');
  notice.textContent =
    'This browser is older than Chrome 120, Firefox 121, or Safari 17.4: interactive parts may not work. The text and the published tables are complete.';
  // A bench would cover a notice beside the text, and the scripts of tools replace the content of the main part.
  var title = document.querySelector('.with-bench h1');
  var next = title ? title.parentNode.firstChild : main;
  next.parentNode.insertBefore(notice, next);
})();
