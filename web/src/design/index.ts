// The styles of every page, in cascade order.
import './tokens.css';
import './base.css';
import './figures.css';
import './site.css';
import './lab.css';
import './bench.css';
