// The addresses that a lab may link to: `https:` addresses, relative addresses, and locations on the same page.

/** Decodes `%6a` and the like, repeatedly if nested, up to a limit. */
function decoded(address: string): string {
  let text = address;
  for (let again = 0; again < 4; again += 1) {
    const next = text.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
    if (next === text) break;
    text = next;
  }
  return text;
}

/** A scheme, however disguised: white space and entities are treated as in any browser, old or new. */
const scheme = /^[^/?#]*(?::|&(?:#0*58|#x0*3a|colon)\b)/i;

const unprintable = /[\0-\x20\x7f-\xa0\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/;

/** Returns why a link may not lead to `address`; undefined if it may. */
export function refusedLink(address: string): string | undefined {
  if (address === '') return 'the link has no target: write the address in the parentheses';
  const read = decoded(address);
  if (unprintable.test(address) || unprintable.test(read.replaceAll(' ', '')))
    return 'the link contains white space or a control character: remove it, or write a space as %20';
  if (read.includes('\\')) return 'the link contains a backslash: write /';
  if (read.startsWith('//')) return 'the link has no protocol; begin it with https:';
  if (/^https:\/\/[^/?#@\s]+\.[^/?#@\s]*(?:[/?#]|$)/i.test(address)) return undefined;
  if (scheme.test(read)) return 'links must begin with https: and a host, be relative, or point to #a-step';
  return undefined;
}

/** Returns why `file` may not be an image; undefined if it may. */
export function refusedImage(file: string): string | undefined {
  if (/^images\/[\w-][\w.-]*\.(png|jpe?g|svg|webp)$/.test(file)) return undefined;
  return 'an image must be a file of the lab, images/NAME, with the suffix .png, .jpg, .svg, or .webp';
}
