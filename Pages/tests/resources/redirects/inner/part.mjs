export const part = 'of inner';
