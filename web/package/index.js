// `import 'pathlength'`: defines <pathlength-lab>.
import { define } from './define.js';

define().catch(({ message }) => console.error(message));
