// The script of the empty page: React hydrates one line and nothing else.
import { createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';

const root = document.getElementById('root');
if (root) hydrateRoot(root, createElement('p', null, 'An empty page.'));
