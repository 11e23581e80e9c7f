/** The entry point of the dashboard in the browser. */
import { render } from 'preact';
import { watchConnection } from './api/connection.js';
import { App } from './app.js';
import './design/index.css';
import { applyTheme } from './frame/theme.js';

applyTheme();
watchConnection();
const place = document.getElementById('dashboard');
if (place) render(<App />, place);
