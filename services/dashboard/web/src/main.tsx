/** The entry point of the dashboard in the browser. */
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import './design/index.css';
import { applyTheme } from './frame/theme.js';

applyTheme();
const place = document.getElementById('dashboard');
if (place) createRoot(place).render(<App />);
