const Response = 1, JSON = 2, Reflect = 3, self = 4, location = 5;
function fetch() { return 'own'; }
class Request {}
var caches = caches;
postMessage(fetch() === 'own' && Response + JSON + Reflect + self + location === 15 && new Request() instanceof Request ? 'works' : 'is mixed up');
