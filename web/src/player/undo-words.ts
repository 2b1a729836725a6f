// Descriptions of undone and redone changes, and their locations.
import { blocksOf } from '../lab/blocks';
import { settingWords, valueText } from '../lab/words';
import type { Session } from '../session/session.svelte';
import { sceneOf } from './bench';

const said = { undone: 'Undone', redone: 'Redone' };

/** Describes the undone or redone change, with the resulting value. */
export function undoWords(session: Session): string {
  const { lab, settings, returned } = session;
  if (!returned) return '';
  const { what } = returned;
  const verb = said[returned.verb];
  const [kind = '', ...names] = what.split(' ');
  const titleOf = (id = ''): string => lab.steps.find((step) => step.id === id)?.title ?? '';
  switch (kind) {
    case 'settings':
      return `${verb}. ${names
        .map((name) => `${settingWords(lab, name).title}: ${valueText(lab, name, settings[name])}`)
        .join('; ')}.`;
    case 'other':
      return `${verb} in configuration B: ${settingWords(lab, names[0] ?? '').title}.`;
    case 'text':
      return `${verb}: “Match the text”.`;
    case 'compare':
      return `${verb}: the comparison.`;
    case 'draft':
      return `${verb}: your entry.`;
    case 'reset':
      return names[0] === undefined ? `${verb}: lab reset.` : `${verb}: reset of “${titleOf(names[0])}”.`;
    default:
      return `${verb}.`;
  }
}

const isVisible = (element: Element): boolean => element.checkVisibility();

/** Scrolls to the undone or redone change, unless it is visible. */
export function goToUndone({ lab, returned }: Session): void {
  const [kind = '', name = ''] = returned?.what.split(' ') ?? [];
  const ids =
    kind === 'settings' || kind === 'other'
      ? blocksOf(lab).flatMap((block) => (block.kind === 'control' && block.setting === name ? block.id : []))
      : [name];
  const places = ids.flatMap((id) => document.getElementById(id) ?? []);
  const inSight = (place: Element): boolean => {
    const { top, bottom } = place.getBoundingClientRect();
    return isVisible(place) && bottom > 0 && top < innerHeight;
  };
  // A setting on an axis has no visible control in the text, but its chart's scene has one.
  const scenes = places.flatMap((place) => sceneOf(place) ?? []);
  if (places.some(inSight) || scenes.some((scene) => scene.hasAttribute('data-shown'))) return;
  const target = places.find(isVisible) ?? scenes.find(isVisible);
  target?.scrollIntoView({ block: kind === 'reset' ? 'start' : 'center' });
}
