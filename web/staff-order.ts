// A chunk of its own, so that visitors' browsers are not told which files the back office consists of.
void import('./admin.tsx');

export {};
