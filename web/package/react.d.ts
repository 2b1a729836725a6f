import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { PathlengthLab, PathlengthLabAttributes, PathlengthLabEvents } from './element.js';

export type PathlengthLabProps = DetailedHTMLProps<HTMLAttributes<PathlengthLab>, PathlengthLab> &
  PathlengthLabAttributes & {
    /** React 19 listens to events of elements by these names; earlier versions need a `ref`. */
    [Name in keyof PathlengthLabEvents as `on${Name}`]?: (event: PathlengthLabEvents[Name]) => void;
  };

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'pathlength-lab': PathlengthLabProps;
    }
  }
}
