// The looks of every page, in the order in which they hold.
import './tokens.css';
import './base.css';
import './figures.css';
import './site.css';
import './lab.css';
import './bench.css';
