### Ce que dit Ayla en français de l'Anywoli seulement.

## Le jeu

summary-anywoli = Deux rangées de douze cases (oto), quatre graines (nyibaré) dans chacune ; un jeu des Anuak de l'ouest de l'Éthiopie et du Soudan du Sud. On sème en relais ; une case qui arrive à quatre graines exactement est récoltée par le camp à qui elle appartient, ou, avec la dernière graine d'un relais, par le camp qui joue. Qui a le plus de graines gagne.

## Préréglages : un titre, et leur usage

preset-anywoli-default = Anywoli
    .summary = Douze cases par rangée ; le camp qui récolte en dernier prend les quatre dernières graines.
preset-anywoli-finite = Durée limitée
    .summary = Arrêt après cent coups sans récolte.
preset-anywoli-ba-awa = Fin Ba-awa
    .summary = Le camp qui a commencé prend les huit dernières graines.
preset-anywoli-bonus = Coups supplémentaires
    .summary = Après une récolte à la fin d'un semis, on rejoue.
preset-anywoli-yit-nuri = Yit Nuri
    .summary = Sept cases par rangée, un jeu de la région.
preset-anywoli-yit-jani = Yit Jani
    .summary = Treize cases par rangée, deux graines dans chacune, un jeu de la région.

## Options

option-anywoli-bonus-move = On rejoue après une récolte avec la dernière graine d'un relais.
option-anywoli-direction = Le sens du semis.
option-anywoli-houses = Le nombre de cases par rangée ; cases fois graines doit donner un nombre pair, 120 au plus.
option-anywoli-last-four = Avec last-captor, le camp dont la récolte laisse au plus quatre graines en jeu les prend aussi, et la partie est finie. Avec starter-takes-eight, le camp qui a commencé les prend dès qu'une récolte en laisse au plus huit. Avec play-out, on joue jusqu'à la dernière graine.
option-anywoli-quiet = La partie s'arrête après ce nombre de coups consécutifs sans récolte, tours passés compris ; 0 : jamais. Sans cela, une partie où il reste peu de graines peut durer sans fin.
option-anywoli-remaining = Lors d'un arrêt par coups sans récolte, répétition, absence de coup permis ou accord, les graines restantes vont au camp à qui appartient leur case (own-side), sont partagées par moitié, la graine en trop quittant le jeu (split), ou restent en place et ne comptent pour personne (leave).
option-anywoli-repetition = La partie s'arrête quand la même disposition des graines dans les cases, avec le même camp à jouer, s'est présentée ce nombre de fois dans la suite de coups envoyée ; 0 : jamais.
option-anywoli-seeds = Les graines par case au début ; cases fois graines doit donner un nombre pair, 120 au plus.

## Règles

ruling-AY-1 = On sème en relais, jusqu'à ce que la dernière graine tombe dans une case vide ou fasse quatre.
    .plain = Si votre dernière graine tombe dans une case qui a des graines, vous les ramassez toutes et vous continuez à semer. Votre coup finit dans une case vide, ou quand la dernière graine fait quatre.
ruling-AY-2 = Une case qui arrive à quatre pendant le semis est récoltée par le camp à qui elle appartient.
    .plain = Quand une case arrive à exactement 4 en chemin, les quatre graines vont au camp de cette case, et le semis continue.
ruling-AY-3 = Une case portée à quatre par la dernière graine d'un relais est récoltée par le camp qui joue.
    .plain = Quand votre dernière graine fait exactement 4 dans une case, vous récoltez les quatre, chez vous ou chez Nord.
ruling-AY-4 = Le coup finit aussi quand la dernière graine d'un relais tombe dans une case vide.
    .plain = Si votre dernière graine tombe dans une case vide, votre coup est fini.
ruling-AY-5 = Les cases de quatre du début ne sont pas récoltées.
    .plain = Personne ne récolte les quatre graines du début : une case ne compte que si une graine vient d'y faire 4.
ruling-AY-6 = Le camp dont la récolte laisse au plus quatre graines les prend aussi.
    .plain = Si vous récoltez et qu'il reste quatre graines ou moins, vous les prenez aussi, et la partie est finie.
ruling-AY-7 = Sans coup permis, on passe.
    .plain = Vous passez quand vous n'avez aucun coup à jouer, et seulement alors.
ruling-AY-8 = La partie s'arrête après un nombre de coups sans récolte.
ruling-AY-9 = Qui récolte avec la dernière graine d'un relais rejoue.
ruling-AY-10 = Les deux camps peuvent convenir d'arrêter.
ruling-AY-12 = Le camp qui a commencé prend les huit dernières graines.

## Où en est la partie

ending-last-four = les quatre dernières
ending-last-eight = les huit dernières
ended-last-four = Il restait quatre graines au plus.
ended-last-eight = Il restait huit graines au plus.

## La page sur laquelle on joue

option-title-bonus-move = Coup supplémentaire
option-title-last-four = Les dernières graines
    .last-captor = À qui récolte en dernier
    .starter-takes-eight = Huit au camp qui a commencé
    .play-out = Jouées jusqu'au bout
page-first-was = A commencé

## Leçons de la page. Elles tutoient : ce sont des enfants aussi qui apprennent.

page-lesson-anywoli-four = Récoltez quatre graines chez Nord.
    .title = Quatre !
    .rule = Si votre dernière graine tombe dans une case, à vous ou à Nord, et qu'il y en a alors exactement 4, vous récoltez les quatre et votre coup est fini. Elles vont dans votre grenier.
    .hint = Trouvez la case de Nord à laquelle il manque une graine pour faire 4.
page-lesson-anywoli-own = Faites 4 en chemin dans une de vos cases, et récoltez-les.
    .title = Quatre en chemin
    .rule = On récolte aussi en chemin. Quand une de vos cases arrive à exactement 4 en chemin, ces quatre graines sont à vous, et le semis continue.
    .hint = Trouvez une de vos cases qui contient trois graines, et semez en passant par elle.
page-lesson-anywoli-gift = Trouvez le coup qui donne quatre graines à Nord, pour l'éviter plus tard.
    .title = Un cadeau
    .rule = C'est pareil pour Nord : si une de ses cases arrive à 4 en chemin, c'est Nord qui récolte, même pendant votre coup.
    .hint = Trouvez la case de Nord qui contient trois graines, et semez en passant par elle.
page-lesson-anywoli-double = Récoltez huit graines en un seul coup.
    .title = Huit d'un coup
    .rule = Un coup peut récolter plusieurs fois : en chemin, puis avec sa dernière graine.
    .hint = Faites 4 en chemin dans une de vos cases, et continuez à semer là où ce relais finit.
page-lesson-anywoli-start = Choisissez une de vos cases et regardez.
    .title = Tout le plateau
    .rule = Le vrai plateau a douze cases par rangée, et la partie commence avec quatre graines par case. Personne ne récolte celles-là : il faut qu'une graine vienne d'y faire 4.
page-lesson-anywoli-move = Essayez de passer.
    .title = On ne passe pas
    .rule = Tant que vous pouvez jouer, vous devez jouer : passer est refusé.
    .hint = Servez-vous du bouton sous le plateau.
    .why = C'était une case. Essayez de passer.
    .solved = Passer est refusé : vous pouvez encore jouer.
page-lesson-anywoli-pass = Passez.
    .title = Rien à jouer
    .rule = Vos cases sont vides. Vous n'avez aucun coup à jouer : vous passez, et Nord joue.
    .hint = Servez-vous du bouton sous le plateau.
page-lesson-anywoli-end = Prenez les dernières graines et gagnez.
    .title = Les quatre dernières
    .rule = Quand une récolte laisse quatre graines ou moins, le camp qui récolte les prend aussi, et la partie est finie. Nord et vous avez déjà récolté huit graines chacun.
    .hint = C'est votre dernière graine qui doit faire quatre : en chemin, un quatre chez Nord est à Nord.
page-lesson-anywoli-best = Trouvez le seul coup gagnant.
    .title = Quel coup pour quatre ?
    .rule = Si deux coups prennent le même quatre, regardez ce qu'ils laissent. Les graines restées en arrière dans votre rangée peuvent faire d'autres quatre.
    .hint = Deux coups prennent le quatre de la case 1 de Nord. Lequel dépense le moins de vos graines ?
    .slip = Vous avez le quatre, mais vous avez dépensé les graines du début de votre rangée. Si chacun joue au mieux, Nord gagne.
    .why = Ce quatre est allé à Nord. Si chacun joue au mieux, Nord gagne.
    .solved = Le quatre est à vous, et vos cases 1 et 2 gardent leurs graines. Si chacun joue au mieux, vous gagnez de 4 graines.
# Pourquoi un coup n'a pas récolté ce que demande la leçon.
page-lesson-anywoli-why = { $found ->
    [0] { $ruling ->
        [AY-2] Vous n'avez rien récolté : aucune de vos cases n'est arrivée à 4 en chemin.
       *[AY-3] Vous n'avez rien récolté : votre dernière graine est tombée dans une case vide.
    }
   *[other] C'est une seule récolte : il en faut deux.
}

## La page d'accueil

door-anywoli = Un jeu des Anuak de l'ouest de l'Éthiopie et du Soudan du Sud, qui appellent les graines nyibaré et les cases oto.
    .wins = Quatre graines dans une case, et c'est une récolte, souvent au beau milieu d'un coup. Qui a le plus de graines gagne.
