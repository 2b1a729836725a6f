/** The types of the element for TypeScript, from its manifest, which describes it for all other tools. */

/**
 * @typedef {{ name: string, description: string, type?: { text: string }, default?: string }} Described
 * @typedef {Described & { kind: string, readonly?: boolean, return?: { type: { text: string } }, parameters?: Described[] }} Member
 */

/**
 * Returns a declaration with its description above it.
 * @param {Described} of
 * @param {string} line
 */
const described = ({ description, default: usual }, line) =>
  `  /** ${description}${usual === undefined ? '' : ` The default is \`${usual}\`.`} */\n  ${line}`;

/** @param {Described} of */
const typeOf = ({ type }) => type?.text ?? 'unknown';

/** @param {Member} member */
function declare(member) {
  if (member.kind === 'field')
    return described(member, `${member.readonly ? 'readonly ' : ''}${member.name}: ${typeOf(member)};`);
  const parameters = (member.parameters ?? []).map((one) => `${one.name}: ${typeOf(one)}`).join(', ');
  return described(member, `${member.name}(${parameters}): ${member.return?.type.text ?? 'void'};`);
}

/**
 * Writes the declarations of an element.
 * @param {{ name: string, tagName: string, description: string, attributes: Described[], members: Member[], events: Described[] }} element
 */
export function typesOf({ name, tagName, description, attributes, members, events }) {
  const list = (/** @type {string[]} */ lines) => lines.join('\n');
  return `/** The element's attributes. */
export interface ${name}Attributes {
${list(attributes.map((one) => described(one, `${one.name}?: ${typeOf(one)};`)))}
}

/** The events that the element dispatches. */
export interface ${name}Events {
${list(events.map((one) => described(one, `'${one.name}': ${typeOf(one)};`)))}
}

/** ${description} */
export interface ${name} extends HTMLElement {
${list(attributes.map((one) => described(one, `${one.name}: (${typeOf(one)}) | null;`)))}
${list(members.map(declare))}
  addEventListener<Name extends keyof ${name}Events>(
    type: Name,
    listener: (this: ${name}, event: ${name}Events[Name]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener<Name extends keyof HTMLElementEventMap>(
    type: Name,
    listener: (this: ${name}, event: HTMLElementEventMap[Name]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}

declare global {
  interface HTMLElementTagNameMap {
    '${tagName}': ${name};
  }
}
`;
}
