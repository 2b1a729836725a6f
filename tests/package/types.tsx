// What the package's types promise; compiled with the packed package by package.spec.ts.
import 'pathlength';
import type { PathlengthLab } from 'pathlength';
import { define } from 'pathlength/define';
import type {} from 'pathlength/react';
import { pathlength as vite } from 'pathlength/vite';
import { pathlength as webpack } from 'pathlength/webpack';
import { createRef } from 'react';
import type { Plugin } from 'vite';
import type { WebpackPluginInstance } from 'webpack';

vite() satisfies Plugin;
webpack() satisfies WebpackPluginInstance;
define({ base: new URL('https://docs.example/pathlength/'), tag: 'other-lab' }) satisfies Promise<void>;

const element = document.createElement('pathlength-lab');
element.lab = 'disk-paths';
element.state = null;
element.setState(element.getState()) satisfies string[];
element.getData('csv') satisfies Promise<string>;
element.addEventListener('pathlength-score', ({ detail }) => detail.score.toFixed(2));
element.addEventListener('click', ({ clientX }) => clientX);
// @ts-expect-error There is no such view.
element.view = 'picture';
// @ts-expect-error It cannot be set.
element.version = '0.0.9';

const ref = createRef<PathlengthLab>();
export const widgets = [
  <pathlength-lab
    key="table"
    ref={ref}
    lab="disk-paths"
    view="table"
    className="wide"
    onpathlength-load={({ detail }) => detail.version.length}
  />,
  // @ts-expect-error There is no such theme.
  <pathlength-lab key="other" theme="sepia" />,
];
