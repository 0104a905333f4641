self.part = 'of inner';
