import { pathlength } from 'pathlength/webpack';

export default { mode: 'production', plugins: [pathlength()] };
