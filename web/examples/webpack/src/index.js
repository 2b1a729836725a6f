import 'pathlength';
