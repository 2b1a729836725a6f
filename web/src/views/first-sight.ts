import type { Attachment } from 'svelte/attachments';

/** Calls back once, when the element first comes into view. */
export const firstSight =
  (call: () => void): Attachment =>
  (element) => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      call();
    });
    observer.observe(element);
    return () => observer.disconnect();
  };
